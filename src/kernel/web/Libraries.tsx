import { MantineContext, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useContext } from 'react'
import { queryClient } from './query-client.ts'
import { theme } from './theme.ts'

/** Provides Mantine and TanStack Query; pages for visitors use neither. */
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

/** Does the same for a component loaded on demand, whose page may be outside. */
export function withLibraries<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithLibraries(props: Props) {
    return (
      <Libraries>
        <Component {...props} />
      </Libraries>
    )
  }
}
