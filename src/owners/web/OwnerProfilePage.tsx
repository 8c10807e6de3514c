import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { refreshSession } from '#/accounts/web/index.ts'
import { type FieldGroup, type FieldOf, fieldsOf } from '#/kernel/web/form/field-list.ts'
import form from '#/kernel/web/form/form.module.css'
import { KeptForm } from '#/kernel/web/form/KeptForm.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { goToField, ProgressBanner } from '#/kernel/web/form/ProgressBanner.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import type { OwnerInput, OwnerProfile } from '#/owners/contract.ts'
import { owners } from './owners.ts'

const groups: readonly FieldGroup<FieldOf<OwnerInput>>[] = [
  {
    fields: [
      { name: 'fullName', label: 'Full name', kind: 'line', max: 120, required: true, autoComplete: 'name' },
      { name: 'city', label: 'City', kind: 'line', max: 100, required: true, autoComplete: 'address-level2' },
      {
        name: 'phoneNumber',
        label: 'Phone',
        kind: 'phone',
        hint: 'Shown to the providers of your bookings once they’re confirmed.',
      },
      {
        name: 'address',
        label: 'Address',
        kind: 'lines',
        max: 500,
        hint: 'Nobody else sees it here. We fill it in when you book someone who comes to your home, and only they see it then.',
      },
    ],
  },
  {
    title: 'In an emergency',
    fields: [
      {
        name: 'emergencyContactName',
        label: 'Emergency contact',
        kind: 'line',
        max: 120,
        hint: 'Someone who knows your pets, in case we can’t reach you.',
      },
      { name: 'emergencyContactPhone', label: 'Their phone', kind: 'phone' },
    ],
  },
]

const required = fieldsOf(groups).filter((field) => field.required)

export function OwnerProfilePage() {
  const options = owners.query.profile.queryOptions()
  // Another tab may have saved the profile.
  const query = useQuery({ ...options, refetchOnWindowFocus: 'always' })
  const page = useRef<HTMLDivElement>(null)
  const missing = query.data ? missingIn(query.data) : []

  async function saved(profile: OwnerProfile) {
    queryClient.setQueryData(options.queryKey, profile)
    toast({ kind: 'success', message: 'Your profile is saved.' })
    await refreshSession()
  }

  return (
    <div ref={page} className={form.page}>
      <h1>Pet owner profile</h1>
      <p className={form.lead}>How the people who care for your pets can reach you.</p>
      {missing.length > 0 && (
        <ProgressBanner
          tone="info"
          title="Your profile isn’t complete yet"
          text="Fill in what’s missing and save."
          needed={required.length}
          missing={missing}
          onField={(field) => goToField(page.current, field)}
        />
      )}
      <Loaded query={query} what="your profile">
        {(profile) => (
          <KeptForm
            groups={groups}
            kept={profile}
            save={owners.call.saveProfile}
            texts={{}}
            failedText="Failed to save your profile. Please try again."
            onSaved={saved}
          />
        )}
      </Loaded>
    </div>
  )
}

function missingIn(profile: OwnerProfile) {
  return required.filter(({ name }) => !profile[name]).map(({ name, label }) => ({ field: name, label }))
}
