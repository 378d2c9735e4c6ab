/** A workbook in its least form, for tests. */
import { strToU8, zipSync } from 'fflate';

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Path of the sheet. */
export const SHEET = 'xl/worksheets/sheet1.xml';
const relation = (type: string, target: string) =>
  strToU8(
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`,
  );
/** Its other files. */
export const BOOK = {
  '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': strToU8(
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Blad1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ),
  'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
};

/** A workbook with the given rows. */
export function bookOf(rows: string) {
  const xml = `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
  return { name: 'bok.xlsx', bytes: zipSync({ ...BOOK, [SHEET]: strToU8(xml) }, { level: 1 }) };
}
