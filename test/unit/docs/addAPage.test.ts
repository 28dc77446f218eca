import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followSteps, readSteps } from './documentSteps.ts'
import { copySources, ROOT, type SourceCopy } from './sourceCopy.ts'

// Compiling the explorer takes too long for a unit test: `npm run test:howto` does.
describe('a page that is added as docs/add-a-page.md says', () => {
  let copy: SourceCopy
  beforeAll(() => {
    copy = copySources(['src-renderer'])
    followSteps(copy.root, readSteps(join(ROOT, 'docs/add-a-page.md')))
  })
  afterAll(() => copy.remove())

  it('has a route and a link in the sidebar', () => {
    const read = (file: string) => readFileSync(join(copy.root, file), 'utf8')
    expect(read('src-renderer/routes/router.tsx').match(/topAccounts\b/g)).toHaveLength(2)
    expect(read('src-renderer/layout/Sidebar.tsx')).toContain('<Link to="/accounts"')
  })
})
