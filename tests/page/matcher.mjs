// What code hosts and editors read is right: docs/problem-matcher.json finds each error and warning that
// check and validate print, in its place, and nothing else; SARIF has the same findings.
//     node matcher.mjs path/to/lanewise
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checker, root } from './page.mjs';

const binary = resolve(process.argv[2]), { check, end } = checker();
const [pattern] = JSON.parse(readFileSync(join(root, 'docs/problem-matcher.json'))).problemMatcher[0].pattern;
const expression = new RegExp(pattern.regexp);

function run(...args) {
    const r = spawnSync(binary, args, { encoding: 'utf8', cwd: join(root, 'tests/golden/cli') });
    return r.stdout + (args.includes('--format') ? '' : r.stderr);
}

function matched(text) {
    return text.split('\n').map((line) => line.match(expression)).filter(Boolean).map((m) =>
        `${m[pattern.file]}:${m[pattern.line]}:${m[pattern.column]} ${m[pattern.severity]} ${m[pattern.code]}`);
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
    for (const r of log.results) {
        const { artifactLocation, region } = r.locations[0].physicalLocation;
        check(artifactLocation.uri === file && region.startLine > 0 && region.startColumn > 0 &&
              region.endLine >= region.startLine, `${file}: a place in SARIF`);
        check(log.tool.driver.rules.some((rule) => rule.id === r.ruleId && rule.help.text), `${r.ruleId} is explained`);
    }
}
const errors = matched(run('validate', 'wrong.wgsl'));
check(errors.length > 0 && errors.every((e) => /^wrong\.wgsl:\d+:\d+ error /.test(e)), `validate: ${errors}`);
end('matcher');
