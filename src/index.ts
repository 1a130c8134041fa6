import './supported-node.ts';

// For those who delegate.
export { type AgentCard, type AgentInterface, type Capabilities, readAgentCard } from './card/agent-card.ts';
export { CardError, type CardErrorCode } from './card/card-error.ts';
export { type FetchCardOptions, type FetchedCard, fetchCard } from './card/fetch-card.ts';
export { DEFAULT_BOUNDS, type PlanBounds } from './contract/bounds.ts';
export { defaultPlan, type PlanWishes } from './contract/default-plan.ts';
export type { Opening, Plan, PlanInterface } from './contract/plan.ts';
export { delegate, followTask, type RunningDelegation } from './guard/delegate.ts';
export type { DelegateOptions, Work } from './guard/delegate-options.ts';
export type { DelegationEvent } from './guard/delegation-event.ts';
export { GuardError, type GuardErrorCode } from './guard/guard-error.ts';
export type { Orphan, Outcome, OutcomeKind, PeerError, StopReason, Version } from './guard/outcome.ts';
// For those who build on it.
export { type AddressPolicy, allowHostOf, allowHosts, anyAddress, publicOnly } from './http/address-policy.ts';
export { createHttpClient, type HttpClient, type HttpClientOptions } from './http/http-client.ts';
export { HttpError, type HttpErrorCode } from './http/http-error.ts';
export type { Basis, Certainty, Claim, Finding, Severity } from './lifecycle/finding.ts';
export type { Artifact, Message, Part, Task } from './protocol/model.ts';
export type { Observation } from './protocol/observation.ts';
export type { TaskState } from './protocol/task-state.ts';
export { PushError } from './push/push-error.ts';
export type { PushLimits } from './push/push-limits.ts';
export { type PushListener, type PushListenerOptions, pushListener } from './push/push-listener.ts';
export type { PushInterest, WebHook } from './push/web-hook.ts';
export { findRule, RULES } from './rules/catalogue.ts';
