import type { Codes } from '../ui/write-code.ts';

/** A call, and the path of the explorer with the same inputs. */
export interface RecipeCall {
  codes: Codes;
  explorer: string;
}

/** The calls that the recipes show. */
export interface RecipeCalls {
  roof: RecipeCall;
  house: RecipeCall;
  /** Call that reads meter.csv. */
  meter: RecipeCall;
  /** Call that writes a meter.csv to try with. */
  meterFile: Codes;
  prices: RecipeCall;
  /** Yields of several places by one call. */
  places: Codes;
  /** Paths of the other pages, in the reader's language. */
  apiDocs: string;
  data: string;
}

/** What the calls answer, shortened, as text. Null where it is not known. */
export interface RecipeAnswers {
  roof: string | null;
  house: string | null;
  prices: string | null;
  /** Answer to a call with a wrong value. */
  refusal: string;
}

/** A field of a request or an answer. */
export interface ReferenceField {
  /** Of its element, and so of a link to it: query.lat, body.battery.capacity_kwh. */
  id: string;
  path: string;
  required: boolean;
  /** Type, bounds, default. */
  facts: string[];
  /** Markdown in a line. */
  text: string;
}

/** A field with those that are below it. */
export interface FieldTree extends ReferenceField {
  /** The last part of its path. */
  name: string;
  children: FieldTree[];
}

/** Fields under a heading. */
export interface ReferencePart {
  id: 'parameters' | 'headers' | 'body' | 'answer' | 'answers';
  fields: ReferenceField[];
}

/** An operation as its page shows it. */
export interface ReferenceOperation {
  operationId: string;
  tags: string[];
  method: string;
  path: string;
  summary: string;
  /** Markdown. */
  description: string;
  codes: Codes;
  /** The answer, shortened. */
  answer: string;
  parts: ReferencePart[];
}

/** Groups of the rules that hold for every operation. */
export type RuleGroup = 'keys' | 'values' | 'errors' | 'caching';

/** The API as its pages show it, in the words of its document. */
export interface Reference {
  version: string;
  /** Markdown of what holds for every operation, in groups. */
  rules: Record<RuleGroup, string>;
  operations: ReferenceOperation[];
}
