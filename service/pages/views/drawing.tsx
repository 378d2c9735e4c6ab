/** A chart of pipeline/common/charts, which escapes what it writes. */
export function Drawing({ svg }: { svg: string }) {
  return <div class="drawing" dangerouslySetInnerHTML={{ __html: svg }} />;
}
