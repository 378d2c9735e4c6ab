/** What was heard so far; `hangUp`: a SIGHUP, also before anything could obey it. */
export const heard: { hangUp: boolean };
