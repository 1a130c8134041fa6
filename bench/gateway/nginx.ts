// nginx as a plain reverse proxy, where this machine has it. CPU and memory are those of its worker (Linux).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const { host } = new URL(process.argv[2] ?? '');
const folder = mkdtempSync(join(tmpdir(), 'probity-nginx-'));
const port = await freePort();
const config = `
daemon off; worker_processes 1; worker_rlimit_nofile 20000; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 16000; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream agent { server ${host}; keepalive 512; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://agent; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host ${host};
      proxy_buffering off; proxy_read_timeout 600s;
    }
  }
}`;
writeFileSync(join(folder, 'nginx.conf'), config);
const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.on('SIGTERM', () => {
  nginx.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
  nginx.kill('SIGTERM');
});
const worker = await workerOf(nginx.pid ?? 0);
process.on('message', () => process.send?.(spent()));
process.send?.(`http://127.0.0.1:${port}`);

/** As a Node process tells it of itself. */
function spent() {
  const [nanoseconds = '0'] = readFileSync(`/proc/${worker}/schedstat`, 'utf8').split(' ');
  const [, pages = '0'] = readFileSync(`/proc/${worker}/statm`, 'utf8').split(' ');
  return { cpu: { user: Number(nanoseconds) / 1_000, system: 0 }, rss: Number(pages) * 4_096 };
}

async function workerOf(master: number): Promise<string> {
  for (;;) {
    const [worker] = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ');
    if (worker !== undefined && worker !== '') return worker;
    await pause(20);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
