/** Size of the drawn house. */
export const HOUSE_WIDTH = 340;
export const HOUSE_HEIGHT = 176;
