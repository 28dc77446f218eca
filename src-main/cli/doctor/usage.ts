export const DOCTOR_USAGE = `tonscope doctor [--network NAME] [options]

                        says what works on this machine and network, and what to do: runtime, data
                        directory, port, clock, and each liteserver, asked by Tonscope and by another
                        client; changes nothing
  --network NAME        devnet (default), sample, mainnet, testnet or the path of a global config file
  --port N              the port of the gateway (8081)
  --data-dir DIR        the data directory
  --json                prints the findings as JSON
`
