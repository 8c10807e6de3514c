import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refreshSession, useSession } from '#/accounts/web/index.ts'
import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import {
  draftOf,
  type FieldDraft,
  type FieldGroup,
  type FieldOf,
  fieldsOf,
} from '#/kernel/web/form/field-list.ts'
import { KeptForm } from '#/kernel/web/form/KeptForm.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { isSeller, type ProviderRecord } from '#/verification/rules.ts'
import { notOnSaleText, verificationText } from '#/verification/text.ts'
import { refreshStanding, useStanding } from './verification.ts'

export const saveFailedText = 'Failed to save your profile. Please try again.'

type Profile = { imageUrl: string | null }

type Props<Input, Row extends Profile> = {
  record: ProviderRecord
  groups: readonly FieldGroup<FieldOf<Input>>[]
  query: Parameters<typeof useQuery<Row | null>>[0]
  save: Parameters<typeof KeptForm<Input, Row>>[0]['save']
  texts: Readonly<Record<string, string>>
  fieldOfCode?: Readonly<Record<string, string>>
  /** Verified fields; changing one means being checked again. */
  licence: readonly string[]
  drawing: DrawingName
  /** Values before the first save. */
  start?: Partial<Row>
  onSaved(): void
}

export function ProfileForm<Input, Row extends Profile>(props: Props<Input, Row>) {
  const { record, groups, query: options, licence, start = {}, onSaved } = props
  // Another tab may have saved the profile.
  const query = useQuery({ ...options, refetchOnWindowFocus: 'always' })
  const { data: standing } = useStanding(record)
  const fields = fieldsOf(groups)
  const name = useSession().user?.name
  const first = fields.some((field) => field.name === 'fullName') ? { fullName: name ?? '', ...start } : start

  async function saved(row: Row) {
    queryClient.setQueryData(options.queryKey!, row)
    toast({ kind: 'success', message: 'Your profile is saved.' })
    await Promise.all([refreshStanding(), refreshSession()])
    onSaved()
  }

  function warning(draft: FieldDraft): ReactNode {
    if (standing?.status !== 'verified') return null
    const kept = draftOf(fields, query.data ?? null)
    if (licence.every((name) => draft[name] === kept[name])) return null
    return standing.needsVerification
      ? `We verified what you’re changing, so we’ll check it again. Until then, ${isSeller(record) ? notOnSaleText : 'owners keep seeing what was verified, and you can’t get new bookings. Your current bookings stay.'}`
      : 'We verified what you’re changing, so we’ll check it again. Until then, owners keep seeing what was verified, without the Verified badge.'
  }

  return (
    <Loaded query={query} what="your profile">
      {(row) => (
        <KeptForm
          groups={groups}
          kept={row ?? ({ ...first, imageUrl: null } as Partial<Row>)}
          photo={{
            placeholder: <Drawing name={props.drawing} width={112} />,
            alt: 'You, as others will see you',
          }}
          save={props.save}
          texts={{ ...verificationText, ...props.texts }}
          fieldOfCode={{ 'verification.area_needed': 'location', ...props.fieldOfCode }}
          failedText={saveFailedText}
          warning={warning}
          onSaved={saved}
        />
      )}
    </Loaded>
  )
}
