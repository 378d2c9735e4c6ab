/** A style sheet becomes a file of its own beside the script that imports it. */
declare module '*.css';
