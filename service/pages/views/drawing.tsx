/** A chart of pipeline/pages/charts, which escapes what it writes. */
export function Drawing({ svg }: { svg: string }) {
  return <div class="drawing" dangerouslySetInnerHTML={{ __html: svg }} />;
}
