import { type HostedService, serveCalls } from '../../../../src-main/indexer/analysis/serveCalls.ts'

/** A thread with two services, for serviceThread.test.ts. */
function testService(name: string): HostedService {
  return {
    open({ workOn, callHost }) {
      return {
        handlers: {
          echo: async (value: string) => `${name} ${value}`,
          workOn: async (key: Buffer) => workOn(key),
          refuse: async (reason: string) => {
            throw new Error(reason)
          },
          askHost: (value: string) => callHost('double', value),
          async exitAfterHost(key: Buffer) {
            workOn(key)
            await callHost('wait', undefined)
            process.exit(1)
          },
          async exitAt(key: Buffer) {
            workOn(key)
            process.exit(1)
          },
        },
        close() {},
      }
    },
    codeOf: () => 'refused',
  }
}

serveCalls(() => ({
  detection: testService('detection'),
  classification: testService('classification'),
  parse: testService('parse'),
}))
