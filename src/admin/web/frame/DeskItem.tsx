import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import css from './DeskItem.module.css'
import { useFocusOnChange } from './use-focus-on-change.ts'

type Query<Data> = { data: Data | undefined; error: unknown; isFetching: boolean; refetch(): unknown }

type Props<Data> = {
  query: Query<Data>
  what: string
  back?: { to: string; label: string }
  /** Replaces the general sentence for a missing item. */
  notFound?: string
  children(data: Data): ReactNode
}

/** Frames one item in the admin area: the link back to its list, and a placeholder until it is loaded. */
export function DeskItem<Data>({ query, what, back, notFound, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = query
  return (
    <div>
      {back && (
        <Link to={back.to} className={css.back}>
          ← {back.label}
        </Link>
      )}
      {data !== undefined ? (
        children(data)
      ) : errorCode(error) === 'request.not_found' ? (
        <p role="status" className={css.nothing}>
          {notFound ?? `We couldn’t find this ${what}.`}
        </p>
      ) : error && !isFetching ? (
        <div role="alert">
          <p>{errorText(error)}</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </div>
      ) : (
        <div className={css.ghost} role="status" aria-label={`Loading ${what}`} />
      )}
    </div>
  )
}

type HeadProps = {
  title: string
  /** A change of it moves the focus to the title. */
  state: string | boolean
  children: ReactNode
}

/** Shows the item's title, with chips for its state. */
export function DeskHead({ title, state, children }: HeadProps) {
  const heading = useFocusOnChange(state)
  return (
    <div className={css.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

export function DeskSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Shows a fact about the item, in a list with the class `facts`. */
export function DeskFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
