/** What was received so far; `hangUp`: a SIGHUP, also before anything could obey it. */
export const received: { hangUp: boolean };
