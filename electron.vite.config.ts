import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

/** electron-vite links assets as './' for file URLs; our pages live at any depth of the gateway's own origin. */
const absoluteAssets: Plugin = { name: 'absolute-assets', enforce: 'post', config: () => ({ base: '/' }) }

export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        input: {
          index: 'src-main/index.ts',
          cli: 'src-main/cli.ts',
          // Worker threads are found beside the bundle that starts them (embedded/archiveLiteserver.ts).
          archiveWorker: 'src-main/embedded/archiveWorker.ts',
          tvmWorker: 'src-main/tvm/tvmWorker.ts',
          writerWorker: 'src-main/store/writerWorker.ts',
          devnetWorker: 'src-main/devnet/life/devnetWorker.ts',
          readWorker: 'src-main/api/v3/readWorker.ts',
          offlineWorker: 'src-main/indexer/offline/offlineWorker.ts',
          detectWorker: 'src-main/indexer/detect/detectWorker.ts',
          classifyWorker: 'src-main/indexer/actions/classifyWorker.ts',
          parseWorker: 'src-main/indexer/parse/parseWorker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      rolldownOptions: {
        input: { index: 'src-main/desktop/preload.ts' },
        external: ['electron'],
        // A sandboxed preload must be one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    build: {
      minify: true,
      rolldownOptions: {
        input: { index: 'src-renderer/index.html', docs: 'src-renderer/docs/docs.ts' },
        output: {
          // The server writes the page of /docs and names its script and style.
          entryFileNames: ({ name }) => (name === 'docs' ? 'docs/docs.js' : 'assets/[name]-[hash].js'),
          assetFileNames: ({ names }) =>
            names.includes('docs.css') ? 'docs/docs.css' : 'assets/[name]-[hash][extname]',
        },
      },
    },
    plugins: [react(), absoluteAssets],
  },
})
