import { MantineContext, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useContext } from 'react'
import { queryClient } from './query-client.ts'
import { theme } from './theme.ts'

/** What pages built with Mantine and TanStack Query stand in; the pages for visitors do without either. */
export function Libraries({ children }: { children: ReactNode }) {
  if (useContext(MantineContext)) return children
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}

/** The same around a component that is fetched on demand, for a page that may stand outside. */
export function withLibraries<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithLibraries(props: Props) {
    return (
      <Libraries>
        <Component {...props} />
      </Libraries>
    )
  }
}
