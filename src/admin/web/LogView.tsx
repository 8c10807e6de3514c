import { useQuery } from '@tanstack/react-query'
import { upperFirst } from '#/kernel/letters.ts'
import { admin } from './admin.ts'
import css from './Desk.module.css'
import { FilterSelect } from './FilterSelect.tsx'
import { LogList } from './LogList.tsx'
import { useFilters } from './use-filters.ts'

/** Stands for all users in the list of admins. */
const users = 'users'

export function LogView() {
  const { filters, go } = useFilters('log', ['action', 'by'])
  const { data } = useQuery(admin.query.admins.queryOptions())
  const actions =
    useQuery(admin.query.logActions.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data?.actions ?? []
  const action = actions.find((known) => known.action === filters.action)?.action
  const adminId = data?.admins.find(({ id }) => id === filters.by)?.id
  const only = filters.by === users ? 'byUsers' : undefined
  return (
    <>
      <h1>Audit log</h1>
      <search className={css.filters}>
        <FilterSelect
          label="What"
          value={action ?? ''}
          options={{
            '': 'Everything',
            ...Object.fromEntries(actions.map((one) => [one.action, upperFirst(one.said)])),
          }}
          onChange={(value) => go({ action: value })}
        />
        <FilterSelect
          label="By"
          value={adminId ?? (only ? users : '')}
          options={{
            '': 'Everyone',
            [users]: 'Users',
            ...Object.fromEntries((data?.admins ?? []).map(({ id, name }) => [id, name])),
          }}
          onChange={(value) => go({ by: value })}
        />
      </search>
      <LogList
        filter={{ ...(action && { action }), ...(adminId && { adminId }), ...(only && { only }) }}
        nothing="Nothing in the log matches."
      />
    </>
  )
}
