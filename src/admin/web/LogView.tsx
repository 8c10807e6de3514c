import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AuditAction, auditActions } from '#/admin/rules.ts'
import { auditText } from '#/admin/text.ts'
import { admin } from './admin.ts'
import css from './Desk.module.css'
import { LogList } from './LogList.tsx'
import { useFilters } from './use-filters.ts'

/** Stands for all users in the list of admins. */
const users = 'users'

export function LogView() {
  const { filters, go } = useFilters('log', ['action', 'by'])
  const { data } = useQuery(admin.query.admins.queryOptions())
  const action = auditActions.find((known) => known === filters.action)
  const adminId = data?.admins.find(({ id }) => id === filters.by)?.id
  const only = filters.by === users ? 'byUsers' : undefined
  return (
    <>
      <h1>Audit log</h1>
      <search className={css.filters}>
        <NativeSelect
          label="What"
          value={action ?? ''}
          data={[{ value: '', label: 'Everything' }, ...auditActions.map(actionOption)]}
          onChange={({ currentTarget }) => go({ action: currentTarget.value })}
        />
        <NativeSelect
          label="By"
          value={adminId ?? (only ? users : '')}
          data={[
            { value: '', label: 'Everyone' },
            { value: users, label: 'Users' },
            ...(data?.admins ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => go({ by: currentTarget.value })}
        />
      </search>
      <LogList
        filter={{ ...(action && { action }), ...(adminId && { adminId }), ...(only && { only }) }}
        nothing="Nothing in the log matches."
      />
    </>
  )
}

function actionOption(value: AuditAction) {
  const words = auditText[value]
  return { value, label: `${words.charAt(0).toUpperCase()}${words.slice(1)}` }
}
