import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { availabilityTab } from '#/booking/web/index.ts'
import { sittingText } from '#/sitting/text.ts'
import { ProfileForm, ProviderPage } from '#/verification/web/index.ts'
import { HomePhotos } from './HomePhotos.tsx'
import { OwnRules } from './rules/OwnRules.tsx'
import { sitterFields, sitterStart } from './sitter-fields.ts'
import { sitting } from './sitting.ts'

const words = { provider: 'pet sitter', title: 'Sitter' }

export default function SitterProfilePage() {
  const id = useSession().user?.records['pet_sitter']
  return (
    <ProviderPage
      record="pet_sitter"
      title="Pet sitter profile"
      lead={
        <>
          Owners read this before they leave their pet with you.
          {id && (
            <>
              {' '}
              <Link to={`/sitter-profile/${id}`}>See your page as owners see it</Link>
            </>
          )}
        </>
      }
      groups={sitterFields}
      documentsHint="Optional: proof of identity or a reference, for the Verified badge."
      tabs={[
        { value: 'photos', label: 'Photos', content: <HomePhotos /> },
        availabilityTab('sitting', words, <OwnRules />),
      ]}
      profile={(onSaved) => (
        <ProfileForm
          record="pet_sitter"
          groups={sitterFields}
          query={sitting.query.profile.queryOptions()}
          save={sitting.call.saveProfile}
          texts={sittingText}
          licence={['fullName']}
          drawing="pet-sitting"
          start={sitterStart}
          onSaved={onSaved}
        />
      )}
    />
  )
}
