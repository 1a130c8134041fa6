import type { AgentCard, AgentInterface } from '../../card/agent-card.ts';
import type { SignatureVerdict } from '../../card/signature/signature-report.ts';
import type { Claim } from '../../lifecycle/finding.ts';
import type { Binding, Dialect } from '../../protocol/operation.ts';
import type { InterfaceKey, Refusal, Standing, TrustView } from '../../trust/trust-view.ts';
import { type Abilities, abilitiesOf } from '../abilities.ts';
import { fits } from '../media-type.ts';
import type { Opening } from '../plan.ts';
import type { Acquirable, Profile } from '../profile.ts';
import type { TaskClass } from '../task-class.ts';
import { type PushOffer, type PushTerms, pushOffer, pushTerms } from './push-terms.ts';
import type { PlanCredential } from './security-terms.ts';
import { type SkillModes, skillModes } from './skill-modes.ts';
import { openingFor, type Standings, type StreamTerms, streamTerms } from './stream-terms.ts';
import { waysOf } from './ways.ts';

/** What is remembered of an agent, and under which names. */
export interface RememberedTrust {
  readonly view: TrustView;
  readonly cardUrl: string;
  /** The caller's idempotency key, or the message id, of the work to be given. */
  readonly work?: string;
}

/** Where more may be learned of an agent than its card says. */
export type Channel = 'extended-card' | 'registry' | 'agreement';

/** What else is known about a card. */
export interface KnownOfCard {
  /** What its signatures are worth; `undefined` where nobody looked. */
  readonly signature?: SignatureVerdict;
  /** URLs of interfaces at which nothing was found: no way leads over them while the card lists another. */
  readonly unreachable?: readonly string[];
  /** Channels that exist and have not been read yet. */
  readonly unread?: readonly Channel[];
}

/** What was found of a claim that nothing relies on, and until when. */
type Suspicion = Extract<Standing, { readonly state: 'suspect' }>;

/** An interface of the card that this client speaks, and its place among all. */
export interface SpokenInterface extends AgentInterface {
  readonly binding: Binding;
  readonly dialect: Dialect;
  readonly index: number;
}

/** What is negotiated over: all that is given, and what follows from it for one way of talking to the agent. */
export interface Terms {
  readonly card: AgentCard;
  readonly abilities: Abilities;
  readonly task: TaskClass;
  readonly known: KnownOfCard;
  /** `undefined`: none is spoken. */
  readonly interface: SpokenInterface | undefined;
  readonly modes: SkillModes;
  /** `undefined`: nobody lets this client in. */
  readonly credentials: readonly PlanCredential[] | undefined;
  readonly missingCredentials: readonly (readonly string[])[];
  readonly standing: Standings;
  /** Why a claim is suspect; `undefined` where it isn't. */
  readonly suspicion: (claim: Claim) => Suspicion | undefined;
  readonly refusal: Refusal | undefined;
  readonly stream: StreamTerms;
  readonly push: PushTerms;
  readonly opening: Opening;
  /** The common modes that are of use without a stream; what is left is of use only with one. */
  readonly still: { readonly input: boolean; readonly output: boolean };
  /** The class needs a stream: by name, or because all common modes are streamed ones. */
  readonly needsStream: boolean;
}

/** Nobody offers more than these in earnest. */
const MOST_INTERFACES = 16;

/** Every way of talking to the agent, the card's preferred ones first. There is always one, if only to say why it fails. */
export function* allTerms(
  card: AgentCard,
  profile: Profile,
  task: TaskClass,
  trust: RememberedTrust | undefined,
  known: KnownOfCard,
  widened: readonly Acquirable[] = [],
): Generator<Terms> {
  const abilities = abilitiesOf(profile, widened);
  const spoken = card.interfaces.flatMap((offered, index): SpokenInterface[] => {
    const { binding, dialect } = offered;
    if (binding === undefined || dialect === undefined) return [];
    const speaks = abilities.bindings.includes(binding) && abilities.versions.includes(dialect);
    return speaks ? [{ ...offered, binding, dialect, index }] : [];
  });
  const reached = spoken.filter(({ url }) => known.unreachable?.includes(url) !== true);
  const open = reached.length === 0 ? spoken : reached;
  const offer = pushOffer(card);
  const refusal = trust?.work === undefined ? undefined : trust.view.refusalOf(trust.cardUrl, trust.work);
  for (const way of waysOf(card, skillModes(card, task, abilities), task, abilities)) {
    for (const at of open.length === 0 ? [undefined] : open.slice(0, MOST_INTERFACES)) {
      const credentialName = way.credentials?.map(({ scheme }) => scheme).join('+') || undefined;
      const standings = standingsAt(at, trust, credentialName);
      const terms = termsFor({ ...way, card, abilities, task, known, refusal, interface: at, ...standings }, offer);
      yield terms;
      if (task.singleShot) yield { ...terms, opening: 'single-shot' };
    }
  }
}

function termsFor(
  given: Pick<
    Terms,
    | 'card'
    | 'abilities'
    | 'task'
    | 'known'
    | 'refusal'
    | 'interface'
    | 'standing'
    | 'suspicion'
    | 'modes'
    | 'credentials'
    | 'missingCredentials'
  >,
  offer: PushOffer,
): Terms {
  const { card, task, modes, abilities, standing } = given;
  const stream = streamTerms(card.capabilities.streaming === true, standing);
  const still = { input: hasStill(modes.input, task), output: hasStill(modes.output, task) };
  const needsStream = task.needs.includes('streaming') || !still.input || !still.output;
  return {
    ...given,
    stream,
    push: pushTerms(offer, given.interface?.url ?? '', abilities, standing('pushNotifications') === 'suspect'),
    opening: openingFor(stream, needsStream),
    still,
    needsStream,
  };
}

/** Whether some mode is of use without a stream. A list that holds nothing is nobody's stream. */
function hasStill(modes: readonly string[] | undefined, { streamed }: TaskClass): boolean {
  if (modes === undefined || modes.length === 0 || streamed.length === 0) return true;
  return modes.some((mode) => !fits(streamed, mode));
}

function standingsAt(
  at: SpokenInterface | undefined,
  trust: RememberedTrust | undefined,
  credential: string | undefined,
): Pick<Terms, 'standing' | 'suspicion'> {
  if (at === undefined || trust === undefined) return { standing: () => 'unverified', suspicion: () => undefined };
  const { url: interfaceUrl, binding, dialect, tenant } = at;
  const { cardUrl } = trust;
  const key: InterfaceKey = Object.freeze({ cardUrl, interfaceUrl, binding, dialect, tenant, credential });
  const asked = new Map<Claim, Standing>();
  const of = (claim: Claim): Standing => {
    const standing = asked.get(claim) ?? trust.view.standingOf(key, claim);
    asked.set(claim, standing);
    return standing;
  };
  return {
    standing: (claim) => of(claim).state,
    suspicion: (claim) => {
      const standing = of(claim);
      return standing.state === 'suspect' ? standing : undefined;
    },
  };
}
