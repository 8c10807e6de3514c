import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#/kernel/web/error-text.ts'
import { PetCareView, renewLinks } from '#/pets/web/index.ts'
import { appointments } from './appointments.ts'

export default function VisitPetDetails({ visitId, petId }: { visitId: string; petId: string }) {
  const { data, error, isPending, refetch } = useQuery(
    appointments.query.visitPet.queryOptions({ input: { id: visitId, petId }, refetchInterval: renewLinks }),
  )
  if (data) return <PetCareView pet={data} />
  if (isPending) return <p role="status">Loading pet details...</p>
  return (
    <div role="alert">
      <p>{errorText(error)}</p>
      <Button variant="default" mt="sm" onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  )
}
