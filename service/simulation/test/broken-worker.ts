/** A worker thread that cannot load, for tests. */
throw new Error('This worker does not load.');
