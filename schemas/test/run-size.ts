/** Whether everything is run (`make test WHOLE=1`, nightly), and not what suffices for a change. */
export const IS_WHOLE = process.env.WHOLE === '1';
