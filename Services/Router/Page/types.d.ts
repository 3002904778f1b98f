// Types of the operators' tools.

interface Binding { child: string; message: string; owner?: string; state: string; causes: string[]; events: string[]; reason?: string }
interface TracedMessage {
  id: string; correlation: string; cause?: string; kind: string; target: string; from: string; to?: string; time: string; clockUs: number;
  answer?: { id: string; kind: string; code?: string; afterUs: number };
}
interface TracedEvent { id: string; type: string; subject: string; sequence: number; time: string; cause?: string }
interface Trace { correlation: string; messages: TracedMessage[]; events: TracedEvent[] }
interface TraceRow { depth: number; message?: TracedMessage; event?: TracedEvent; forgotten?: string; fromUs?: number; lastsUs?: number }
interface Tools { health?: any; services?: any; bindings?: any; letters?: any; traces?: any; trace?: any }
interface Places { tools: { kind: 'system' | 'health' | 'services' | 'bindings' | 'dead-letters' }; trace: { kind: 'trace'; trace: string } }
interface Sheets { dropAll: { kind: 'dropAll' } }
interface ToolsState { tools: Tools }
interface State extends ToolsState {}
