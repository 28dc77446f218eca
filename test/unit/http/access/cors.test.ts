import { describe, expect, it } from 'vitest'
import { isAllowedOrigin } from '../../../../src-main/http/access/cors.ts'
import { testApp } from '../testApp.ts'

describe('isAllowedOrigin', () => {
  it.each([
    'http://localhost:3000',
    'https://localhost',
    'http://127.0.0.1:5173',
    'http://[::1]:8080',
    'http://app.localhost:3000',
    'https://wallet.example',
  ])('allows %s', (origin) => expect(isAllowedOrigin(origin, ['https://wallet.example'])).toBe(true))

  it.each([
    'null',
    '',
    'https://evil.example',
    'https://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'file://localhost',
    'https://wallet.example.evil',
  ])('refuses %s', (origin) => expect(isAllowedOrigin(origin, ['https://wallet.example'])).toBe(false))
})

describe('cors', () => {
  const PATH =
    '/api/v2/packAddress?address=0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'

  it('reflects an allowed origin without credentials', async () => {
    const response = await testApp().request(PATH, { headers: { origin: 'http://localhost:3000' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('vary')).toContain('Origin')
  })

  it('adds no headers for a foreign origin', async () => {
    const response = await testApp().request(PATH, { headers: { origin: 'https://evil.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('vary')).toContain('Origin')
  })

  it('answers a preflight', async () => {
    const response = await testApp().request('/api/v2/getTransactions', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-ton-client-version',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS')
    // @ton/ton sends X-Ton-Client-Version, and browsers ask for each such header.
    expect(response.headers.get('access-control-allow-headers')).toBe('*, Authorization')
  })
})
