/** Reads the data that the service gave the page by `writePage`. */
export function readPageData<Data>(): Data {
  return JSON.parse(document.querySelector('#page-data')?.textContent ?? 'null');
}
