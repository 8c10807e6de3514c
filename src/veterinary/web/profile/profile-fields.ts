import { refundPolicyField } from '#/appointments/web/index.ts'
import { leastPayment } from '#/kernel/money.ts'
import type { FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import type { VetInput } from '#/veterinary/profile.ts'

export const vetFields: readonly FieldGroup<FieldOf<VetInput>>[] = [
  {
    fields: [
      {
        name: 'fullName',
        label: 'Full name',
        kind: 'line',
        max: 120,
        required: true,
        autoComplete: 'name',
        hint: 'Without the title: we add “Dr.”',
      },
      {
        name: 'licenseId',
        label: 'Registration number',
        kind: 'line',
        max: 60,
        required: true,
        hint: 'Owners see it on your card.',
      },
      {
        name: 'registrationCouncil',
        label: 'Veterinary council',
        kind: 'line',
        max: 120,
        required: true,
        hint: 'Where you’re registered, for example Karnataka Veterinary Council.',
      },
    ],
  },
  {
    title: 'Your practice',
    fields: [
      {
        name: 'specialization',
        label: 'Specialization',
        kind: 'line',
        max: 200,
        required: true,
        hint: 'For example, General practice, or Dentistry and surgery.',
      },
      {
        name: 'location',
        label: 'Clinic',
        kind: 'line',
        max: 200,
        required: true,
        hint: 'Neighbourhood and city, as owners search for it: Indiranagar, Bengaluru.',
      },
      {
        name: 'phoneNumber',
        label: 'Clinic phone',
        kind: 'phone',
        required: true,
        hint: 'Shown to everyone.',
      },
      {
        name: 'consultationFee',
        label: 'Consultation fee',
        kind: 'amount',
        least: leastPayment,
        hint: 'In rupees. Leave it empty if you’d rather not say.',
      },
      { name: 'offersInPerson', label: 'Visits in person', kind: 'yes', hint: 'Owners come to your clinic.' },
      {
        name: 'offersTeleconsultation',
        label: 'Teleconsultations',
        kind: 'yes',
        hint: 'Owners talk to you on WhatsApp or Zoom, and pay your fee here in advance.',
      },
      refundPolicyField('a teleconsultation'),
      { name: 'bio', label: 'About you', kind: 'lines', max: 5000 },
    ],
  },
]
