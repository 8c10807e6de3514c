import { useQuery } from '@tanstack/react-query'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { LogList } from './LogList.tsx'

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
