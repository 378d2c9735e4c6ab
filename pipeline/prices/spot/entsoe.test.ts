import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntsoe } from './entsoe.ts';
import { priceFile } from './prices.test-kit.ts';

interface Period {
  start: string;
  end: string;
  resolution?: string;
  /** Positions with their prices, '1:10 2:20.5'. */
  points: string;
}

function periodXml({ start, end, resolution = 'PT60M', points }: Period): string {
  const pointXml = points.split(' ').map((point) => {
    const [position, price] = point.split(':');
    return `<Point><position>${position}</position><price.amount>${price}</price.amount></Point>`;
  });
  return `
      <Period>
        <timeInterval><start>${start}</start><end>${end}</end></timeInterval>
        <resolution>${resolution}</resolution>
        ${pointXml.join('\n        ')}
      </Period>`;
}

function seriesXml(periods: Period[], curve = 'A03', eic = '10Y1001A1001A46L'): string {
  return `
    <TimeSeries>
      <mRID>1</mRID>
      <auction.type>A01</auction.type>
      <businessType>A62</businessType>
      <in_Domain.mRID codingScheme="A01">${eic}</in_Domain.mRID>
      <out_Domain.mRID codingScheme="A01">${eic}</out_Domain.mRID>
      <currency_Unit.name>EUR</currency_Unit.name>
      <price_Measure_Unit.name>MWH</price_Measure_Unit.name>
      <curveType>${curve}</curveType>${periods.map(periodXml).join('')}
    </TimeSeries>`;
}

function documentXml(...series: string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
  <Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3">
    <mRID>5d6f</mRID>
    <revisionNumber>1</revisionNumber>
    <type>A44</type>
    <createdDateTime>2025-10-02T00:00:00Z</createdDateTime>${series.join('')}
  </Publication_MarketDocument>`;
}

const read = (xml: string) => readEntsoe(priceFile('a44.xml', xml));

const brief = (xml: string) =>
  read(xml).map(({ startMs, minutes, price }) => [
    new Date(startMs).toISOString().slice(0, 16),
    minutes,
    price,
  ]);

const HOURS: Period = {
  start: '2025-01-01T23:00Z',
  end: '2025-01-02T03:00Z',
  points: '1:10 2:20.5 3:-1.25 4:0',
};
/** A document of one period: HOURS with changes. */
const periodOf = (changes: Partial<Period> = {}, curve = 'A03') =>
  documentXml(seriesXml([{ ...HOURS, ...changes }], curve));
const pricesOf = (xml: string) => read(xml).map(({ price }) => price);

test('hours of a series are counted from the start of the period', () => {
  assert.deepEqual(brief(periodOf({}, 'A01')), [
    ['2025-01-01T23:00', 60, 10],
    ['2025-01-02T00:00', 60, 20.5],
    ['2025-01-02T01:00', 60, -1.25],
    ['2025-01-02T02:00', 60, 0],
  ]);
  const [first] = read(periodOf());
  assert.equal(first.area, 'SE3');
  assert.equal(first.unit, 'eur_per_mwh');
  assert.equal(first.where, 'a44.xml, TimeSeries[0].Period[0], position 1');
});

test('several series, periods, areas and resolutions are read from one document', () => {
  const quarters: Period = {
    start: '2025-09-30T22:00Z',
    end: '2025-09-30T22:30Z',
    resolution: 'PT15M',
    points: '1:12.71 2:10.85',
  };
  const xml = documentXml(
    seriesXml([HOURS, { ...HOURS, start: '2025-01-02T03:00Z', end: '2025-01-02T07:00Z' }]),
    seriesXml([quarters], 'A03', '10Y1001A1001A47J'),
  );
  const prices = read(xml);
  assert.equal(prices.length, 10);
  assert.equal(new Set(prices.map(({ startMs }) => startMs)).size, 10);
  assert.deepEqual(brief(xml).slice(8), [
    ['2025-09-30T22:00', 15, 12.71],
    ['2025-09-30T22:15', 15, 10.85],
  ]);
  assert.deepEqual([prices[7].area, prices[8].area], ['SE3', 'SE4']);
});

test('prefixed elements are read like others', () => {
  const plain = periodOf();
  const prefixed = plain
    .replace(/<(\/?)([A-Z][A-Za-z_]*)/g, '<$1ns2:$2')
    .replace('xmlns', 'xmlns:ns2');
  assert.deepEqual(read(prefixed), read(plain));
});

test('a position left out of an A03 series has the price before it, to the end of the period', () => {
  const [start, end, resolution] = ['2025-10-01T22:00Z', '2025-10-01T23:30Z', 'PT15M'];
  const xml = periodOf({ start, end, resolution, points: '1:5 4:7' });
  assert.deepEqual(pricesOf(xml), [5, 5, 5, 7, 7, 7]);
});

test('what an A03 series leaves out before its first position stays a gap', () => {
  const period = { start: '2025-10-01T22:00Z', end: '2025-10-02T00:00Z', points: '2:7' };
  assert.deepEqual(brief(documentXml(seriesXml([HOURS, period]))).slice(4), [
    ['2025-10-01T23:00', 60, 7],
  ]);
});

test('a position left out of an A01 series is a gap', () => {
  assert.deepEqual(
    brief(periodOf({ points: '1:10 3:-1.25 4:0' }, 'A01')).map(([time]) => time),
    ['2025-01-01T23:00', '2025-01-02T01:00', '2025-01-02T02:00'],
  );
});

test('the autumn day has 25 hours and the spring day 92 quarter hours, also when all are alike', () => {
  for (const [start, end, resolution, count] of [
    ['2025-10-25T22:00Z', '2025-10-26T23:00Z', 'PT60M', 25],
    ['2026-03-28T23:00Z', '2026-03-29T22:00Z', 'PT15M', 92],
  ] as const) {
    assert.equal(read(periodOf({ start, end, resolution, points: '1:3' })).length, count);
  }
});

test('a position listed twice comes out twice, so that two prices are found', () => {
  assert.deepEqual(pricesOf(periodOf({ points: '1:5 2:6 2:7' })), [5, 6, 7, 7, 7]);
});

test('positions in any order are put in order', () => {
  assert.deepEqual(read(periodOf({ points: '4:0 3:-1.25 2:20.5 1:10' })), read(periodOf()));
});

test('a position beyond the period, or a period that is no whole number of them, is refused', () => {
  for (const [changes, message] of [
    [
      { end: '2025-01-02T02:00Z' },
      /a44\.xml, TimeSeries\[0\]\.Period\[0\]: has position 4, expected 1 to 3 \(PT60M from 2025-01-01T23:00Z to 2025-01-02T02:00Z\)/,
    ],
    [{ end: '2025-01-02T03:30Z' }, /has 4\.5 positions, expected a whole number above 0/],
    [{ points: '0:1' }, /has position 0, expected 1 to 4/],
  ] as const) {
    assert.throws(() => read(periodOf(changes)), message);
  }
});

test('an acknowledgement is refused with its reason', () => {
  const xml = `<?xml version="1.0"?>
    <Acknowledgement_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-1:acknowledgementdocument:7:0">
      <Reason><code>999</code><text>No matching data found for Data item</text></Reason>
    </Acknowledgement_MarketDocument>`;
  assert.throws(
    () => read(xml),
    /^Error: a44\.xml: ENTSO-E answered without prices \("No matching data found for Data item"\)/,
  );
});

test('a document of another kind or unit is refused', () => {
  const good = periodOf();
  const refused = (from: string, to: string, message: RegExp) =>
    assert.throws(() => read(good.replaceAll(from, to)), message);
  refused('Publication_', 'GL_', /a44\.xml: is a GL_MarketDocument, expected a Publication_/);
  refused('>A44<', '>A09<', /a44\.xml: "type" is "A09", expected one of A44/);
  refused('>EUR<', '>SEK<', /"TimeSeries\[0\]\.currency_Unit\.name" is "SEK", expected one of EUR/);
  refused('>MWH<', '>KWH<', /price_Measure_Unit\.name" is "KWH", expected one of MWH/);
  refused('>A03<', '>A02<', /curveType" is "A02", expected one of A01, A03/);
  refused('PT60M', 'PT30M', /Period\[0\]\.resolution" is "PT30M", expected one of PT60M, PT15M/);
  refused('46L', '48H', /in_Domain\.mRID" is "10Y1001A1001A48H", expected one of 10Y1001A1001A44P/);
  refused('>20.5<', '>n/a<', /Point\[1\]\.price\.amount" is "n\/a"/);
});

test('intraday prices are refused by name, also behind day-ahead ones', () => {
  const withContract = (type: string) =>
    seriesXml([HOURS]).replace(
      '<in_Domain',
      `<contract_MarketAgreement.type>${type}</contract_MarketAgreement.type><in_Domain`,
    );
  const dayAhead = documentXml(withContract('A01'));
  assert.deepEqual(brief(dayAhead), brief(periodOf()));
  assert.throws(() => read(documentXml(withContract('A07'))), {
    message:
      'a44.xml, TimeSeries[0]: has intraday prices (contract_MarketAgreement.type is "A07"), expected day-ahead prices (A01). Fetch it again with contract_MarketAgreement.type=A01.',
  });
  assert.throws(
    () => read(documentXml(withContract('A01'), withContract('A07'))),
    /TimeSeries\[1\]: has intraday prices/,
  );
  assert.throws(
    () => read(documentXml(withContract('A13'))),
    /TimeSeries\[0\]: has prices of another contract \(.* is "A13"\)/,
  );
});

test('a document that is cut off, or is no XML, is refused by name', () => {
  for (const text of [periodOf().slice(0, 900), 'Service unavailable', '']) {
    assert.throws(() => read(text), /^Error: a44\.xml: /);
  }
});

test('a period that claims centuries is refused at once', () => {
  const century = { start: '1925-01-01T23:00Z', end: '2025-01-01T23:00Z', points: '1:10' };
  assert.throws(
    () => read(documentXml(seriesXml([HOURS, century]))),
    /a44\.xml, TimeSeries\[0\]\.Period\[1\]: is from 1925-01-01T23:00Z to 2025.*at most 400 days/,
  );
  const last = { end: '9999-12-31T23:00Z', points: '1:10' };
  assert.throws(() => read(periodOf(last)), /expected at most 400 days/);
});

test('many periods of a year each, one price written in each, are refused by their sum', () => {
  const year: Period = {
    start: '2024-12-31T23:00Z',
    end: '2025-12-31T23:00Z',
    resolution: 'PT15M',
    points: '1:10',
  };
  assert.equal(read(documentXml(seriesXml([year]))).length, 35_040);
  assert.throws(
    () => read(documentXml(seriesXml(new Array(12).fill(year)))),
    /a44\.xml: has more than 300000 prices, expected a year's/,
  );
});

test('entities that grow and tags without end are refused by the file', () => {
  const entities = Array.from(
    { length: 12 },
    (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
  ).join('');
  const laughs = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "ha">${entities}]><r>&e12;</r>`;
  assert.throws(() => read(laughs), /^Error: a44\.xml: /);
  assert.throws(() => read('<a>'.repeat(200_000)), /^Error: a44\.xml: .{1,500}$/s);
});
