/** Nothing: stands in a bundle for a package that is required and never called. */
export {};
