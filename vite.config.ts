import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import about from './package.json' with { type: 'json' }

const { repository } = about as { repository?: { url: string } }

export default defineConfig({
  plugins: [reactRouter()],
  define: {
    __SOURCE_URL__: JSON.stringify(repository?.url.replace(/^git\+/, '').replace(/\.git$/, '') ?? null),
  },
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // A file inlined into CSS or HTML is paid for on every page; as a file it is cached once.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
