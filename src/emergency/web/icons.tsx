import {
  Ambulance,
  ChevronDown,
  Copy,
  HeartPulse,
  Hospital,
  House,
  MessageCircle,
  Phone,
  Siren,
  Skull,
} from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const PhoneIcon = () => <LineIcon icon={Phone} size={24} />
export const VetsIcon = () => <LineIcon icon={Hospital} size={28} />
export const PoisonIcon = () => <LineIcon icon={Skull} size={28} />
export const FirstAidIcon = () => <LineIcon icon={HeartPulse} size={28} />
export const ReportIcon = () => <LineIcon icon={Siren} size={28} />
export const ShelterIcon = () => <LineIcon icon={House} size={28} />
export const AmbulanceIcon = () => <LineIcon icon={Ambulance} size={28} />
export const ChevronIcon = () => <LineIcon icon={ChevronDown} />
export const CopyIcon = () => <LineIcon icon={Copy} />
export const SendIcon = () => <LineIcon icon={MessageCircle} />
