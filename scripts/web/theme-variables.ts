import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { cssVariablesResolver, theme } from '../../src/kernel/web/theme.ts'

const name = 'virtual:theme-variables.css'

/** Writes the variables of our theme as a style sheet, so that pages without Mantine have them too. */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? variables() : undefined),
  }
}

function variables(): string {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver, withGlobalClasses: false })
  const [, css] = /<style[^>]*>([\s\S]*)<\/style>/.exec(renderToStaticMarkup(provider)) ?? []
  if (!css) throw new Error('Mantine writes its variables in another way than expected')
  return css
}
