/** Huld et al. 2011 (Sol. Energy Mater. 95:3359), crystalline silicon, PVGIS 5. TypeScript and AssemblyScript both read them. */
export const K1 = -0.017237;
export const K2 = -0.040465;
export const K3 = -0.004702;
export const K4 = 0.000149;
export const K5 = 0.00017;
export const K6 = 0.000005;
