// What SARIF 2.1.0 asks of a log, as far as Lanewise writes one: the properties that each object must
// have and those it may have (the schema allows no others), values from its lists, places from 1 on,
// indices that fit.
const STRING = (v) => typeof v === 'string' && v.length > 0;
const WHOLE = (least) => (v) => Number.isInteger(v) && v >= least;
const BOOLEAN = (v) => typeof v === 'boolean';
const OF = (...values) => (v) => values.includes(v);
const URI = (v) => STRING(v) && !/[\s\\<>"{}|^`]/.test(v) && !/%(?![0-9A-F]{2})/.test(v);
const ANY = (v) => v !== null && typeof v === 'object';
const LIST = (kind) => [kind];

// name: [kind, must be there]. A kind is a test, another object's name, or a list of either.
const OBJECTS = {
    log: { $schema: [URI], version: [OF('2.1.0'), true], runs: [LIST('run'), true] },
    run: { tool: ['tool', true], columnKind: [OF('utf16CodeUnits', 'unicodeCodePoints')],
           invocations: [LIST('invocation')], results: [LIST('result'), true] },
    tool: { driver: ['driver', true] },
    driver: { name: [STRING, true], semanticVersion: [(v) => /^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/.test(v)],
              informationUri: [URI], rules: [LIST('rule')] },
    rule: { id: [STRING, true], shortDescription: ['text'], fullDescription: ['text'], help: ['text'],
            defaultConfiguration: ['configuration'], properties: [ANY] },
    text: { text: [STRING, true], markdown: [STRING] },
    configuration: { enabled: [BOOLEAN], level: [OF('none', 'note', 'warning', 'error')] },
    invocation: { executionSuccessful: [BOOLEAN, true] },
    result: { ruleId: [STRING, true], ruleIndex: [WHOLE(0)], level: [OF('none', 'note', 'warning', 'error')],
              message: ['text', true], locations: [LIST('location'), true], relatedLocations: [LIST('location')],
              occurrenceCount: [WHOLE(1)], suppressions: [LIST('suppression')], properties: [ANY] },
    location: { id: [WHOLE(0)], physicalLocation: ['physical', true], message: ['text'] },
    physical: { artifactLocation: ['artifact', true], region: ['region', true] },
    artifact: { uri: [URI, true] },
    region: { startLine: [WHOLE(1), true], startColumn: [WHOLE(1)], endLine: [WHOLE(1)], endColumn: [WHOLE(1)] },
    suppression: { kind: [OF('inSource', 'external'), true], justification: [STRING] },
};

function faultsOf(value, kind, path, faults) {
    if (Array.isArray(kind)) {
        if (!Array.isArray(value))
            faults.push(`${path} is no list`);
        else
            value.forEach((v, i) => faultsOf(v, kind[0], `${path}[${i}]`, faults));
    } else if (typeof kind === 'function') {
        if (!kind(value))
            faults.push(`${path}: ${JSON.stringify(value)}`);
    } else if (!ANY(value)) {
        faults.push(`${path} is no object`);
    } else {
        for (const [name, [, needed]] of Object.entries(OBJECTS[kind]))
            if (needed && !(name in value))
                faults.push(`${path} has no ${name}`);
        for (const [name, inner] of Object.entries(value))
            if (!OBJECTS[kind][name])
                faults.push(`${path} may have no ${name}`);
            else
                faultsOf(inner, OBJECTS[kind][name][0], `${path}.${name}`, faults);
    }
}

function orderFaults(run, faults) {
    const { rules } = run.tool.driver, ids = rules.map((r) => r.id);
    if (new Set(ids).size !== ids.length)
        faults.push('a rule stands twice');
    run.results.forEach((r, i) => {
        if ('ruleIndex' in r && (!rules[r.ruleIndex] || rules[r.ruleIndex].id !== r.ruleId))
            faults.push(`results[${i}]: rule ${r.ruleIndex} is not ${r.ruleId}`);
        if (!('ruleIndex' in r) && ids.includes(r.ruleId))
            faults.push(`results[${i}]: ${r.ruleId} has no ruleIndex`);
        const numbers = r.relatedLocations.map((l) => l.id);
        if (new Set(numbers).size !== numbers.length)
            faults.push(`results[${i}]: related locations of one id`);
        for (const l of [...r.locations, ...r.relatedLocations]) {
            const { startLine, startColumn, endLine, endColumn } = l.physicalLocation.region;
            if (endLine < startLine || (endLine === startLine && endColumn < startColumn))
                faults.push(`results[${i}]: a region ends before it starts`);
        }
    });
}

// What is wrong with a log; an empty list: nothing.
export function sarifFaults(log) {
    const faults = [];
    faultsOf(log, 'log', 'log', faults);
    if (!faults.length)
        log.runs.forEach((run) => orderFaults(run, faults));
    return faults;
}
