// What the tests of the page share: running the command, reading a page's data, and its scripts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const folder = mkdtempSync(join(tmpdir(), 'lanewise-page-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export function run(lanewise, ...args) {
    return execFileSync(lanewise, args,
        { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
}

// Profiles and returns the path of the page.
export function makePage(lanewise, name, ...args) {
    const path = join(folder, `${name}.html`);
    run(lanewise, 'profile', '--quiet', '--html', path, ...args);
    return path;
}

export function readData(path) {
    const text = readFileSync(path, 'utf8');
    return JSON.parse(text.match(/<script type="application\/json" id="data">(.*)<\/script>/)[1]);
}

// The scripts that need no browser.
export function loadScripts() {
    for (const name of ['model.js', 'data.js', 'format.js'])
        vm.runInThisContext(readFileSync(join(root, 'src/report/page', name), 'utf8'), { filename: name });
    return globalThis.lanewise;
}

// Counts checks and says which failed.
export function checker() {
    let count = 0, failed = 0;
    return {
        check(good, what) {
            count++;
            if (good)
                return;
            failed++;
            if (failed <= 20)
                console.log(`failed: ${what}`);
        },
        end(title) {
            console.log(`${title}: ${count} checks, ${failed} failed`);
            process.exitCode = failed || !count ? 1 : 0;
        },
    };
}
