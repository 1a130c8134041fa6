/** What makes each version of the schema out of the one before it. Published ones never change. */
export const MIGRATIONS: readonly string[] = [
  `
  create table trust (
    id text primary key,
    kind text not null,
    card_url text,
    body text not null,
    change integer not null
  ) strict, without rowid;
  create index trust_by_card on trust (card_url);
  create index trust_by_change on trust (change);
  create table counter (name text primary key, value integer not null) strict, without rowid;
  insert into counter (name, value) values ('trust-change', 0), ('trust-removal', 0);
  `,
  `
  create table owner (
    id text primary key,
    host text not null,
    pid integer not null,
    beat_at integer not null
  ) strict, without rowid;
  create table delegation (
    id text primary key,
    owner text not null,
    begun_at integer not null,
    body text not null,
    progress text not null
  ) strict, without rowid;
  create index delegation_by_owner on delegation (owner);
  `,
  `
  create table settled_end (
    peer text not null,
    owner text not null,
    task_id text not null,
    at integer not null,
    body text not null,
    primary key (peer, owner, task_id)
  ) strict, without rowid;
  create index settled_end_by_time on settled_end (at);
  create table secret (name text primary key, value text not null) strict, without rowid;
  `,
];
