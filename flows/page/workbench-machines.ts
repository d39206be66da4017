/** The configuration of the workbench: its machines and how to show them. */
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { FlowModel } from 'xstate-workbench/model';
import { type Diagram, type DiagramState, createDiagram } from '../diagram.ts';
import { createDefaultModel } from 'xstate-workbench/model/default-model';
import type { RenamedStates } from '../renamed-states.ts';
import { Simulator } from 'xstate-workbench/model/simulator';
import { explainUnreadable } from 'xstate-workbench/model/xstate-internals';

export interface WorkbenchMachine {
  /** The machine's id. */
  readonly id: string;
  readonly title: string;
  readonly machine: AnyStateMachine;
  /** Where the flow is in its application, as text. */
  readonly address?: string;
  /** The heading under which the map shows the flow. */
  readonly area?: string;
  /** The ids of the flows to which its screens link. */
  readonly leadsTo?: readonly string[];
  /** How the flow is simulated; without one, events have no payload and actors no output. */
  readonly model?: FlowModel;
}

export interface WorkbenchOptions {
  /** The heading of the catalog. */
  readonly title: string;
  /** Description of the machines, in a sentence or two. */
  readonly about?: string;
  readonly machines: readonly WorkbenchMachine[];
  /** Returns a description of an invoked actor, such as `POST /payments`; undefined if its name is sufficient. */
  readonly describeActor?: (logic: AnyActorLogic) => string | undefined;
  /** The address of the coverage report in JSON. */
  readonly coverage?: string;
  /** The address of layouts that were computed before (`layout-cache.ts`); a worker computes the others. */
  readonly layouts?: string;
  /** The address of a worker that calls `answerInWorker`; without one, questions are answered in the page. */
  readonly questionsWorker?: string;
  /** The address of another revision's machines, which `npm run flows -- --compare` exports. */
  readonly revision?: string;
  /** Earlier names of states, with which logs, other revisions and addresses may come. */
  readonly renamed?: RenamedStates;
  /** The address of the application that can be followed live; its tabs send `LiveMessage`s. */
  readonly application?: string;
}

/** A flow of the workbench. Its diagram and simulator are created on first use. */
export class Flow {
  readonly id: string;
  readonly title: string;
  readonly address: string;
  readonly area: string;
  readonly leadsTo: readonly string[];
  readonly machine: AnyStateMachine;
  /** Whether what can happen comes from a model of the flow. */
  readonly hasModel: boolean;
  readonly renamed: RenamedStates;
  readonly #model: FlowModel | undefined;
  #defaultModel: FlowModel | undefined;
  readonly #describeActor: WorkbenchOptions['describeActor'];
  #diagram: Diagram | undefined;
  #simulator: Simulator | undefined;

  constructor(
    { id, title, address = '', area = '', leadsTo = [], machine, model }: WorkbenchMachine,
    { describeActor, renamed = {} }: WorkbenchOptions,
  ) {
    this.id = id;
    this.title = title;
    this.address = address.replaceAll('`', '');
    this.area = area;
    this.leadsTo = leadsTo;
    this.machine = machine;
    this.renamed = renamed;
    this.hasModel = model !== undefined;
    this.#model = model;
    this.#describeActor = describeActor;
  }

  get diagram(): Diagram {
    this.#diagram ??= {
      ...createDiagram(this.machine, {
        ...(this.#describeActor && { describeActor: this.#describeActor }),
        model: this.#model,
      }),
      id: this.id,
    };
    return this.#diagram;
  }

  /** The ids of the machines that it invokes. */
  get runs(): readonly string[] {
    return this.diagram.states.flatMap(({ invokes }) => invokes.flatMap(({ machine }) => machine ?? []));
  }

  /** Its addresses; empty if it has none. */
  get addresses(): readonly string[] {
    return this.address.split(', ').filter((address) => address.startsWith('/'));
  }

  /** The model, or one that is derived from the machine. */
  get model(): FlowModel {
    return this.#model ?? (this.#defaultModel ??= createDefaultModel(this.machine));
  }

  get simulator(): Simulator {
    return (this.#simulator ??= new Simulator(this.model));
  }

  /** Returns a simulator in which guards have these results. */
  simulatorWith(guards: Readonly<Record<string, boolean>>): Simulator {
    return Object.keys(guards).length === 0 ? this.simulator : new Simulator({ ...this.model, standIns: { guards } });
  }
}

/** Machines that the workbench cannot read, as sentences. */
export const findUnreadable = ({ machines }: WorkbenchOptions): string[] =>
  machines.flatMap(({ title, machine }) => {
    const reason = explainUnreadable(machine);
    return reason === undefined ? [] : [`“${title}” ${reason}`];
  });

/** Returns the flows of the readable machines. Machines with the same id are numbered. */
export function createFlows(options: WorkbenchOptions): Flow[] {
  const times = new Map<string, number>();
  return options.machines
    .filter(({ machine }) => explainUnreadable(machine) === undefined)
    .map((given) => {
      const time = (times.get(given.id) ?? 0) + 1;
      times.set(given.id, time);
      return new Flow(time === 1 ? given : { ...given, id: `${given.id} ${time}` }, options);
    });
}

/** The tag of states in which a flow has reached its purpose, although its machine may go on. */
const COMPLETED = 'completed';

const findEnds = (flow: Flow | undefined): ReadonlySet<string> =>
  new Set(flow?.diagram.states.flatMap(({ id, tags }) => (tags.includes(COMPLETED) ? [id] : [])));

/** Returns a function that tells in which states the flows have reached an end: those with the tag `completed`. */
export function createEndCheck(flows: readonly Flow[]): (flow: string, state: string) => boolean {
  const ends = new Map<string, ReadonlySet<string>>();
  return (id, state) => {
    const found = ends.get(id) ?? findEnds(flows.find((flow) => flow.id === id));
    ends.set(id, found);
    return found.has(state);
  };
}

const isEndOfMachine = ({ kind, parent }: DiagramState): boolean => kind === 'final' && parent === null;

/**
 * Returns a function that tells whether a flow has an end: a final state, or one with the tag `completed`. A page that
 * only shows data has none. The answer for unknown flows is true, because their logs may contain an end.
 */
export function createHasEndCheck(flows: readonly Flow[]): (flow: string) => boolean {
  return (id) => {
    const flow = flows.find((each) => each.id === id);
    return flow === undefined || findEnds(flow).size > 0 || flow.diagram.states.some(isEndOfMachine);
  };
}
