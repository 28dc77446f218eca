import { describe, expect, it } from 'vitest'
import { testApp } from '../testApp.ts'

/** Files of the explorer's build, which this app does not serve. */
const BUILT = ['/docs/docs.js', '/docs/docs.css']

describe.each([
  ['/docs', '/api/v2'],
  ['/docs/v3', '/api/v3'],
])('the reference at %s', (path, prefix) => {
  it('is a page without inline script or style, whose links all exist', async () => {
    const response = await testApp().request(path)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/)
    const links = [...html.matchAll(/(?:href|src)="(\/[^"#]*)"/g)].map(([, link = '']) => link)
    expect(links).toEqual(expect.arrayContaining(BUILT))
    for (const link of links.filter((one) => one !== '/' && !BUILT.includes(one))) {
      expect([link, (await testApp().request(link)).status]).toEqual([link, 200])
    }
  })

  it('names its OpenAPI document and marks itself as the current page', async () => {
    const html = await (await testApp().request(path)).text()
    expect(html).toContain(`data-document="${prefix}/openapi.json"`)
    expect(html.match(/href="([^"]+)" aria-current="page"/)?.[1]).toBe(path)
  })

  it('is the target of a redirect from the API itself', async () => {
    const response = await testApp().request(prefix)
    expect([response.status, response.headers.get('location')]).toEqual([302, path])
  })
})
