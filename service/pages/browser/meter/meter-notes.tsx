/** Lists what was done with a file. */
export function MeterNotes({ notes }: { notes: readonly string[] }) {
  return (
    <ul class="small">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
