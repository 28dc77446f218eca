/**
 * Checks the runtime before any other module is loaded. better-sqlite3 13 is built for Node-API 10: on an older Node
 * its `require` ends the process without an exception. Plain JavaScript that Node 12 can parse, because it must run on
 * versions that cannot run the rest of the project.
 */

const NEEDED_NAPI = 10
const NEEDED_NODE = { major: 22, minor: 12 }

/**
 * @param {{ node: string, napi?: string }} versions as in `process.versions`
 * @returns {string | undefined} one sentence with the next step; undefined if the runtime is supported
 */
export function runtimeProblem(versions) {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number)
  const oldNode = major < NEEDED_NODE.major || (major === NEEDED_NODE.major && minor < NEEDED_NODE.minor)
  if (!oldNode && Number(versions.napi) >= NEEDED_NAPI) return undefined
  return (
    `Tonscope needs Node.js ${NEEDED_NODE.major}.${NEEDED_NODE.minor} or newer and this is ${versions.node}: ` +
    'run it with npm (npm start, npx tonscope) after npm ci, which brings Node 24 along, or install a newer Node.js.'
  )
}

/** Ends the process with one line of text if the runtime is too old. */
export function requireRuntime() {
  const problem = runtimeProblem(process.versions)
  if (!problem) return
  console.error(problem)
  process.exit(1)
}
