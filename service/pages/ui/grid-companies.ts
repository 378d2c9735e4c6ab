/**
 * The grid company of most houses of a municipality, for those with price lists in fixtures/market. Grids do not end at
 * the borders of municipalities, so that a company is proposed and never counts by itself.
 */
export const MUNICIPALITIES: Readonly<Record<string, readonly string[]>> = {
  'Affärsverken Elnät': ['Karlskrona'],
  BTEA: ['Berg'],
  'Dala Energi Elnät': ['Leksand', 'Rättvik', 'Gagnef'],
  'Degerfors Elnät': ['Degerfors'],
  'E.ON Energidistribution': ['Malmö', 'Norrköping', 'Örebro', 'Järfälla', 'Upplands-Bro'],
  Ellevio: ['Stockholm', 'Lidingö'],
  'Falbygdens Energi': ['Falköping'],
  'Falu Elnät': ['Falu'],
  'Gotlands Elnät': ['Gotland'],
  'Göteborg Energi': ['Göteborg'],
  'Jämtkraft Elnät': ['Östersund', 'Åre', 'Krokom'],
  'Jönköping Energi': ['Jönköping'],
  'Karlskoga Elnät': ['Karlskoga'],
  'Karlstads Energi': ['Karlstad'],
  'Kraftringen Nät': ['Lund', 'Eslöv', 'Lomma'],
  'Kristinehamns Energi': ['Kristinehamn'],
  'Luleå Energi Elnät': ['Luleå'],
  'Malung-Sälens Elverk': ['Malung-Sälen'],
  'Mjölby Kraftnät': ['Mjölby'],
  Mälarenergi: ['Västerås'],
  'Mölndal Energi Nät': ['Mölndal'],
  'Nacka Energi': ['Nacka'],
  'Nätkraft Borås': ['Borås'],
  'Partille Energi': ['Partille'],
  'Sala-Heby Energi Elnät': ['Sala', 'Heby'],
  'Skellefteå Kraft Elnät': ['Skellefteå'],
  'Skövde Energi': ['Skövde'],
  'Sollentuna Energi & Miljö': ['Sollentuna'],
  'Tekniska verken Katrineholm': ['Katrineholm'],
  'Tekniska verken Linköping': ['Linköping'],
  Telge: ['Södertälje'],
  'Umeå Energi Elnät': ['Umeå'],
  'Varberg Energi Elnät': ['Varberg'],
  'Vattenfall Eldistribution': ['Uppsala', 'Knivsta', 'Huddinge', 'Haninge', 'Botkyrka', 'Tyresö'],
  'Växjö Energi Elnät': ['Växjö'],
};

const COMPANIES = new Map(
  Object.entries(MUNICIPALITIES).flatMap(([company, names]) =>
    names.map((name) => [name, company] as const),
  ),
);

/** The grid company of a municipality, such as "Stockholms kommun". Empty if none is known. */
export function gridCompanyOf(municipality: string): string {
  const name = municipality.replace(/ (kommun|stad)$/, '');
  return COMPANIES.get(name) ?? COMPANIES.get(name.replace(/s$/, '')) ?? '';
}
