/** A style sheet becomes a file of its own next to the script that imports it. */
declare module '*.css';
