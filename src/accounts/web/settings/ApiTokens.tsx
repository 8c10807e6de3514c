import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tokensText } from '#/accounts/text.ts'
import type { ApiToken } from '#/accounts/token-contract.ts'
import { accounts } from '#/accounts/web/accounts.ts'
import { dayText, momentText } from '#/kernel/web/own-clock.ts'
import { NewApiToken } from './NewApiToken.tsx'
import { Part } from './Part.tsx'
import { RevokeToken } from './RevokeToken.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import css from './settings.module.css'

export function ApiTokens() {
  const list = useQuery(accounts.query.tokens.queryOptions({ staleTime: 0, refetchOnWindowFocus: 'always' }))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const tokens = list.data?.tokens ?? []
  function begin() {
    setMade(undefined)
    setMaking(true)
  }
  return (
    <Part
      isPending={list.isPending}
      isError={list.isLoadingError}
      isFetching={list.isFetching}
      retry={list.refetch}
    >
      <p className={css.lead}>
        {tokensText.what} <a href="/api/docs">API documentation</a>
      </p>
      {made && <ShownOnce token={made} onDone={() => setMade(undefined)} />}
      {tokens.length > 0 && (
        <ul className={css.list}>
          {tokens.map((token) => (
            <Row key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isMaking ? (
        <NewApiToken
          onCancel={() => setMaking(false)}
          onMade={(token) => {
            setMade(token)
            setMaking(false)
          }}
        />
      ) : (
        <Button variant="default" onClick={begin}>
          New token
        </Button>
      )}
    </Part>
  )
}

function Row({ token }: { token: ApiToken }) {
  const { name, start, scopes, createdAt, lastUsedAt, expiresAt } = token
  const isOver = expiresAt !== null && expiresAt <= new Date()
  return (
    <li className={css.row}>
      <div className={css.what}>
        <strong>{name}</strong>
        <span>
          <code>{start}…</code> · {scopes.join(', ')}
        </span>
        <span>
          Created {dayText(createdAt)} ·{' '}
          {lastUsedAt ? `last used around ${momentText(lastUsedAt)}` : 'never used'} ·{' '}
          {expiresAt ? `${isOver ? 'expired' : 'expires'} ${dayText(expiresAt)}` : 'doesn’t expire'}
        </span>
      </div>
      <RevokeToken token={token} />
    </li>
  )
}
