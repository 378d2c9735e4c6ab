/** The question to the yield API whose `monthly_profile` the example requests have: a roof in Stockholm. */
export const EXAMPLE_ROOF = {
  lat: 59.33,
  lng: 18.07,
  faces: [{ tilt: 40, azimuth: 180, kwp: 6.6 }],
  form: 'monthly_profile',
};
