// The page with all features and all of their parts loaded.
import './environment.mjs';
import { register } from '../../../Services/Gateway/Page/features.js';
import { features, load } from '../../../Services/Gateway/Page/parts.js';

register();
await Promise.all(features.flatMap(({ parts = {} }) => Object.keys(parts)).map(load));
