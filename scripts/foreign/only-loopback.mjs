// Imported before a vendor's packages: no name but that of this machine is found, so nothing of theirs reports anywhere.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const { lookup } = dns;
const { lookup: lookupAsync } = dns.promises;

dns.lookup = (hostname, options, callback) => {
  if (isLoopback(hostname)) return lookup(hostname, options, callback);
  const done = typeof options === 'function' ? options : callback;
  process.nextTick(() => done(refusal(hostname)));
};
dns.promises.lookup = async (hostname, options) => {
  if (isLoopback(hostname)) return lookupAsync(hostname, options);
  throw refusal(hostname);
};
syncBuiltinESMExports();

function isLoopback(hostname) {
  // Servers look up the address on which they listen, and some try whether a port is free on any.
  return ['localhost', '::1', '::', '0.0.0.0'].includes(hostname) || hostname.startsWith('127.');
}

function refusal(hostname) {
  return Object.assign(new Error(`${hostname} is not to be looked up here.`), { code: 'ENOTFOUND', hostname });
}
