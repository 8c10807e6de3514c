import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { UserRow } from '#/admin/users.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { SearchField } from '#/kernel/web/list/SearchField.tsx'
import { dayText } from '#/kernel/web/own-clock.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import { useFilters } from './use-filters.ts'
import { nameOf, numbersOf, recordName, userAddress } from './words.ts'

export function UsersView() {
  const { filters, go } = useFilters('users', ['q', 'only'])
  const search = filters.q
  const only = filters.only === 'suspended' ? 'suspended' : undefined
  const query = useInfiniteQuery({
    ...admin.query.users.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, ...(search && { search }), ...(only && { only }) }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Users</h1>
      <search className={css.filters}>
        <SearchField
          search={search}
          description="Part of a name, email or phone number"
          onSearch={(q) => go({ q })}
        />
        <NativeSelect
          label="Show"
          value={only ?? 'all'}
          data={[
            { value: 'all', label: 'All users' },
            { value: 'suspended', label: 'Suspended only' },
          ]}
          onChange={({ currentTarget }) =>
            go({ only: currentTarget.value === 'suspended' ? 'suspended' : '' })
          }
        />
      </search>
      <PagedList
        dense
        query={query}
        what={{ one: 'user', many: 'users' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: search
            ? `We couldn’t find anyone whose name, email or phone has “${search}”.`
            : 'There are no users yet.',
          action: (search || only) && (
            <Button variant="default" onClick={() => go({ q: '', only: '' })}>
              Show all users
            </Button>
          ),
        }}
      >
        {(user) => <UserLine user={user} to={userAddress(user.id)} />}
      </PagedList>
    </>
  )
}

function UserLine({ user, to }: { user: UserRow; to: string }) {
  return (
    <article className={css.row} tabIndex={-1} aria-label={nameOf(user)}>
      <Link to={to} className={css.rowLink}>
        <span>
          <strong>{user.name || 'No name'}</strong>
          <br />
          <span className={css.soft}>{user.email ?? 'No email'}</span>
        </span>
        <span className={css.soft}>
          {numbersOf(user).map((number) => (
            <span key={number} className={css.number}>
              {number}
            </span>
          ))}
        </span>
        <span className={css.soft}>
          {recordName(user.role)}
          <br />
          since {dayText(user.joinedAt)}
        </span>
        <span className={css.end}>
          {user.suspendedAt ? <Chip kind="bad">Suspended</Chip> : <Chip kind="good">Active</Chip>}
        </span>
      </Link>
    </article>
  )
}
