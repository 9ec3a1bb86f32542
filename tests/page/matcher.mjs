// What code hosts and editors read is right: docs/problem-matcher.json finds each error and warning that
// check and validate print, in its place, and nothing else; SARIF and annotations have the same findings.
//     node matcher.mjs path/to/lanewise
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checker, folder, root } from './page.mjs';
import { sarifFaults } from './sarif.mjs';

const binary = resolve(process.argv[2]), { check, end } = checker();
const [pattern] = JSON.parse(readFileSync(join(root, 'docs/problem-matcher.json'))).problemMatcher[0].pattern;
const expression = new RegExp(pattern.regexp);

function run(...args) {
    const r = spawnSync(binary, args, { encoding: 'utf8', cwd: join(root, 'tests/golden/cli'),
                                       maxBuffer: 1 << 28 });
    return r.stdout + (args.includes('--format') ? '' : r.stderr);
}

function matched(text) {
    return text.split('\n').map((line) => line.match(expression)).filter(Boolean).map((m) =>
        `${m[pattern.file]}:${m[pattern.line]}:${m[pattern.column]} ${m[pattern.severity]} ${m[pattern.code]}`);
}

// Workflow commands, read as GitHub's runner does.
function annotations(text) {
    const plain = (v) => v.replace(/%0A/g, '\n').replace(/%0D/g, '\r').replace(/%3A/g, ':').replace(/%2C/g, ',')
        .replace(/%25/g, '%');
    return text.split('\n').map((line) => line.match(/^::(error|warning|notice) (.*?)::(.*)$/)).filter(Boolean).map((m) => {
        const p = Object.fromEntries(m[2].split(',').map((v) => v.split('=')).map(([k, v]) => [k, plain(v)]));
        return [m[1], p.file, Number(p.line), Number(p.col), p.title];
    });
}

const level = (f) => f.severity === 'error' || f.severity === 'warning';
for (const file of ['race.wgsl', 'silenced.wgsl', 'order.wgsl']) {
    const data = JSON.parse(run('check', '--format', 'json', file));
    const wanted = data.findings.filter(level).map((f) => `${file}:${f.line}:${f.column} ${f.severity} ${f.rule}`);
    const got = matched(run('check', '--quiet', file));
    check(JSON.stringify(got) === JSON.stringify(wanted), `${file}: ${got} instead of ${wanted}`);
    const [log] = JSON.parse(run('check', '--format', 'sarif', file)).runs;
    const found = log.results.filter((r) => !r.suppressions.length);
    check(found.filter((r) => r.level !== 'note').length === wanted.length, `${file}: SARIF has ${found.length}`);
    check(log.results.every((r) => r.locations[0].physicalLocation.artifactLocation.uri === file),
          `${file}: its name in SARIF`);
    check(log.tool.driver.rules.every((rule) => rule.help.text), 'rules are explained');
    check(JSON.stringify(annotations(run('check', '--format', 'github', file))) ===
          JSON.stringify(data.findings.map((f) => [f.severity === 'note' ? 'notice' : f.severity, file, f.line,
                                                   f.column, f.rule])), `${file}: annotations`);
}
const errors = matched(run('validate', 'wrong.wgsl'));
check(errors.length > 0 && errors.every((e) => /^wrong\.wgsl:\d+:\d+ error /.test(e)), `validate: ${errors}`);
check(JSON.stringify(annotations(run('validate', '--format', 'github', 'wrong.wgsl')).map(
    ([kind, file, line, column, code]) => `${file}:${line}:${column} ${kind} ${code}`)) === JSON.stringify(errors),
      'validate: annotations');

// A log over all cases of check, with a rejected shader and a name that wants escaping.
const cases = join(root, 'tests/cases/check'), odd = join(folder, 'a b%25,c:d\u00e9.wgsl');
writeFileSync(odd, readFileSync(join(root, 'tests/golden/cli/race.wgsl')));
const files = [...readdirSync(cases).filter((n) => n.endsWith('.wgsl')).map((n) => join(cases, n)),
               join(root, 'tests/golden/cli/wrong.wgsl'), odd];
const log = JSON.parse(run('check', '--format', 'sarif', '--step-budget', '1000000', ...files)), faults = sarifFaults(log);
check(faults.length === 0, `SARIF: ${faults.slice(0, 5).join('; ')}`);
check(log.runs[0].results.length > 50, `${log.runs[0].results.length} results`);
check(sarifFaults({ ...log, version: '2.0' }).length === 1, 'the rules of SARIF find a fault');
check(annotations(run('check', '--format', 'github', odd))[0][1] === odd, 'a name with commas and colons');
end('matcher');
