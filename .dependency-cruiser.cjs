// Which folder of src may import which. A folder that is not listed here may be imported by nobody and imports nothing,
// so a new one has to be given its place.
const kernel = [
  'options',
  'protocol',
  'http',
  'push',
  'card',
  'lifecycle',
  'rules',
  'contract',
  'trust',
  'store',
  'catalogue',
];
const mounts = ['guard', 'audit', 'gateway', 'server', 'judge'];
const mayImport = {
  options: [],
  protocol: ['options'],
  http: ['options', 'protocol'],
  push: ['options', 'protocol', 'http'],
  lifecycle: ['protocol'],
  card: ['options', 'protocol', 'http', 'lifecycle'],
  rules: ['protocol', 'lifecycle'],
  trust: ['options', 'protocol', 'lifecycle'],
  contract: ['options', 'protocol', 'lifecycle', 'card', 'trust'],
  catalogue: ['protocol', 'lifecycle', 'card', 'rules', 'contract', 'trust'],
  store: ['options', 'protocol', 'lifecycle', 'rules', 'contract', 'trust'],
  guard: kernel,
  audit: [...kernel, 'judge'],
  gateway: kernel,
  server: kernel,
  judge: kernel,
  demo: [...kernel, ...mounts, 'lab'],
  console: [...kernel, ...mounts],
  cli: [...kernel, ...mounts, 'demo', 'console', 'lab'],
  lab: [],
};

/** Folders that do no I/O and read no clock: of Node they may have what only computes, of packages what only computes. */
const pure = '^src/(lifecycle|rules|contract)/';
const computingModules = '^(node:)?(buffer|crypto|util)$';
const computingPackages = 'node_modules/(canonicalize|ajv|ajv-formats|yaml)/';

const tests = '\\.test\\.ts$';

const layers = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment: `src/${folder} may import from ${allowed.join(', ') || 'no other folder'} only.`,
  severity: 'error',
  from: { path: `^src/${folder}/`, ...(folder === 'lab' ? {} : { pathNot: tests }) },
  to: {
    path: '^(src|test|bench|scripts)/',
    pathNot: ['^src/node-version\\.ts$', ...[folder, ...allowed].map((name) => `^src/${name}/`)],
  },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'layer-unknown',
      comment: 'A new folder under src needs its place in the table of layers.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(mayImport).join('|')})/` },
      to: {},
    },
    {
      name: 'layer-entry',
      comment: 'The public entry is made of the layers below the command line; nothing imports it.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: tests },
      to: { path: '^src/(cli|console|lab)/|^(test|bench|scripts)/' },
    },
    {
      name: 'pure-modules',
      comment: 'lifecycle, rules and contract do no I/O and read no clock.',
      severity: 'error',
      from: { path: pure, pathNot: tests },
      to: { dependencyTypes: ['core'], pathNot: computingModules },
    },
    {
      name: 'pure-packages',
      comment: 'lifecycle, rules and contract do no I/O, nor through a package.',
      severity: 'error',
      from: { path: pure, pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: computingPackages },
    },
    {
      name: 'no-cycle',
      comment: 'Modules that need each other are one module, or need a third. Types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-dev-package',
      comment: 'What is published may only import what npm installs with it.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count too: they tie modules together as much as values do.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
