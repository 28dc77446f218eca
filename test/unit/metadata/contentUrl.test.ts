import { describe, expect, it } from 'vitest'
import { contentSource } from '../../../src-main/metadata/contentUrl.ts'

const CID = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
const CID_V1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const GATEWAYS = ['https://one.example/ipfs/', 'https://two.example/ipfs']

function hrefs(text: string): string[] {
  return contentSource(text, GATEWAYS).candidates.map(({ href }) => href)
}

describe('the source of content', () => {
  it('is the URL itself for http and https, without its fragment', () => {
    expect(hrefs(' https://example.org/a.json?b#c ')).toEqual(['https://example.org/a.json?b'])
    expect(contentSource('http://example.org:8080/').group).toBe('example.org')
  })

  it.each([
    `ipfs://${CID}/1.json`,
    `ipfs://ipfs/${CID}/1.json`,
    `IPFS://${CID}/1.json`,
    `ipfs:/${CID}/1.json`,
    `/ipfs/${CID}/1.json`,
    `${CID}/1.json`,
  ])('is every gateway in order for %s', (text) => {
    expect(hrefs(text)).toEqual([
      `https://one.example/ipfs/${CID}/1.json`,
      `https://two.example/ipfs/${CID}/1.json`,
    ])
    expect(contentSource(text).group).toBe('ipfs')
  })

  it('takes CIDv1', () => expect(hrefs(CID_V1)[0]).toBe(`https://one.example/ipfs/${CID_V1}`))

  it.each([
    ['scheme', 'tonstorage://0A1B/file.json', 'TON Storage is not supported'],
    ['scheme', 'ftp://example.org/', 'content of ftp: is not fetched'],
    ['scheme', 'file:///etc/passwd', 'content of file: is not fetched'],
    ['scheme', 'javascript:alert(1)', 'content of javascript: is not fetched'],
    ['scheme', 'ipns://example.org', 'IPNS names are not supported'],
    ['bad-url', '', 'the text is no URL'],
    ['bad-url', 'example', 'the text is no URL'],
    ['bad-url', 'http://', 'the text is no URL'],
    ['bad-url', 'https://user:secret@example.org/', 'the URL has credentials'],
    ['bad-url', 'ipfs://../../admin', 'the IPFS URL has no content identifier'],
    ['bad-url', `ipfs://${CID}/../../admin`, 'the IPFS path leaves its content'],
    ['bad-url', `https://example.org/${'a'.repeat(2_048)}`, 'the URL is longer than 2048 characters'],
  ])('is refused with %s for %s', (code, text, message) => {
    expect(() => contentSource(text)).toThrow(expect.objectContaining({ code, message }))
  })
})
