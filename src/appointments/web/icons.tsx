import {
  Banknote,
  CalendarDays,
  ChevronDown,
  Clock,
  FileText,
  House,
  Mail,
  PawPrint,
  Phone,
  TriangleAlert,
  UserRound,
  Video,
} from 'lucide'
import type { ComponentType } from 'react'
import type { Fact } from '#/appointments/trade.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const CalendarIcon = () => <LineIcon icon={CalendarDays} />
export const MoneyIcon = () => <LineIcon icon={Banknote} />
export const MailIcon = () => <LineIcon icon={Mail} />
export const VideoIcon = () => <LineIcon icon={Video} />
export const ClockIcon = () => <LineIcon icon={Clock} />
export const HomeIcon = () => <LineIcon icon={House} />
export const PhoneIcon = () => <LineIcon icon={Phone} />
export const WarningIcon = () => <LineIcon icon={TriangleAlert} />
export const NewIcon = () => <LineIcon icon={UserRound} />
export const ChevronIcon = () => <LineIcon icon={ChevronDown} />
const NoteIcon = () => <LineIcon icon={FileText} />
const PawIcon = () => <LineIcon icon={PawPrint} />

/** The icons for a trade's facts. */
export const factIcons: Readonly<Record<Fact['icon'], ComponentType>> = {
  phone: PhoneIcon,
  mail: MailIcon,
  note: NoteIcon,
  paw: PawIcon,
}
