import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviations } from '../../src/lab/index.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { beyondTheTable, divergences, lies, reports, wireReports } from './tables.ts';

/** Every row that there has to be, so that none gets lost. */
const DIVERGENCES =
  'SDK025-1 SDK025-2 SDK025-4 SDK025-6 SDK025-7 SDK025-9 SDK0314-2 SDK0314-3 SDK0314-5 SDK0314-7 SDK0314-8 SDK0314-10 ' +
  'SDK130-2 SDK130-3 SDK130-5 SDK130-7 SDK130-8 VOLT-2 VOLT-4 VOLT-5 VOLT-7 VOLT-9 VOLT-10 VOLT-12 VOLT-14 ADK-1 ADK-3 ' +
  'ADK-5 ADK-6';
const REPORTS =
  '3 4 6 8 10 11 12 14 17 18 20 21 22 23 25 28 29 31 32 34 37 40 41 42 46 48 49 50 52 55 56 57 58 59 61 62 65 67 68 71 ' +
  '73 75 77 78 79 81 83 85 88 89 91 93 96 97 98 100 101 102 103 104 107 109 113 114 115 117 121 122 123 124 125 126 128 ' +
  '129 130 132 133 135 137 138 139 140 142 144 145 147 148 149 151 153 155 156 158 159 162 163 164 168 169 170 171 173 ' +
  '175 176 177 178 180 183 185 186 187 188 189 192 193 195 196 198 200 201 203 204 205 206 207';

test('no divergence, report or lie is missing, and none stands twice', () => {
  assert.deepEqual(
    divergences.map(({ id }) => id),
    DIVERGENCES.split(' '),
  );
  assert.deepEqual(
    reports.map(({ id }) => id),
    REPORTS.split(' ').map((number) => `R${number.padStart(3, '0')}`),
  );
  assert.deepEqual(
    wireReports.map(({ id }) => id),
    Array.from({ length: wireReports.length }, (_, index) => `W${String(index + 1).padStart(2, '0')}`),
  );
  const sources = [...reports, ...wireReports].map(({ source }) => source);
  assert.equal(new Set(sources).size, sources.length);
  assert.deepEqual(
    lies.map(({ id }) => id),
    Array.from({ length: 32 }, (_, index) => index + 1),
  );
});

test('each row names the rules that tell it, or says why traffic does not show it', () => {
  for (const row of [...divergences, ...reports, ...wireReports, ...lies]) {
    const { rules = [], cardRules = [], notVisible } = row;
    assert.equal(rules.length > 0, notVisible === undefined, `${row.id}: either rules or a reason`);
    assert.ok(rules.length > 0 || notVisible !== '', `${row.id}: a reason`);
    for (const rule of cardRules) assert.match(rule, /^card\/[a-z-]+$/, `${row.id}`);
  }
});

test('each rule that a row names is in the catalogue', () => {
  const named = [...divergences, ...reports, ...wireReports, ...lies].flatMap(({ rules = [] }) => rules);
  const unknown = [...named, ...beyondTheTable.map(({ rule }) => rule)].filter(
    (id) => !RULES.some((rule) => rule.id === id),
  );
  assert.deepEqual([...new Set(unknown)], []);
});

test('each lie has its deviation in the lab, and neither weighs more than the other', () => {
  for (const { id, deviation: name, atMost } of lies) {
    const deviation = deviations.find((each) => each.name === name);
    assert.equal(deviation?.gravity, atMost, `${id}: ${name}`);
  }
});
